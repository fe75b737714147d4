// SPDX-License-Identifier: Apache-2.0
#include <isochron/host/task.h>
#include <isochron/part/configured.h>
#include <isochron/part/hand_over_part.h>
#include <isochron/part/part_types.h>
#include <isochron/part/payload_work.h>

namespace isochron {

namespace {

class TaskPart final : public PartConfig, public Configured<Task::Config>, public HandOverPart {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports(Task::type);
    return {ports["in"],
            ports["done"],
            ports["processor"].calling(),
            ports["memory_bus"].calling().unless_needed(config_.traffic != MemoryBus::Traffic::none),
            ports["work"].calling().unless_needed(),
            ports["threads"].calling().unless_needed(),
            ports["pool"].called()};
  }
  const Task::Config& config() const override { return config_; }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    const Services& services = around.services;
    Task* const task = machine.add<Task>(
        name, config_, *services.called<Processor>(plan, processor), services.called<MemoryBus>(plan, memory_bus),
        services.called<Task::Work>(plan, work), services.called<ThreadPool>(plan, threads));
    around.services.offer(pool, task->threads());
  }

 private:
  // Its ports, as ports() has them.
  static constexpr PortRef done{1, 0}, processor{2, 0}, memory_bus{3, 0}, work{4, 0}, threads{5, 0}, pool{6, 0};

  std::vector<Leaving> pass(const PortRef&, const Payloads& payloads, const Connections& around,
                            WorkBook& book) const override {
    Payloads after = payloads;
    const double of_job = seconds(config_.fixed) + seconds(config_.per_byte) * payloads.bytes;
    after.seconds += of_job;
    const auto processors = static_cast<double>(around.config_of<Processor::Config>(processor).processors);
    const std::size_t its_processor = around.called(processor)->number();
    book.take(its_processor, "", processors, payloads, of_job);
    if (config_.first_only && processors > 1) book.take(its_processor, "first", 1, payloads, of_job);
    // Where there are as many threads as processors, these are what is full.
    const Connections of_threads = around.called(threads).value_or(around);
    const auto at_a_time = static_cast<double>(of_threads.as<Configured<Task::Config>>()->config().threads);
    if (at_a_time > 0 && at_a_time < processors) book.take(of_threads.number(), "", at_a_time, payloads, of_job);
    if (const auto worker = around.called(work))
      worker->as<PayloadWork>()->work_on(after, around.plan().calls.at(work).port, *worker);
    if (const auto bus = around.called(memory_bus))
      book.take(bus->number(), "", 1, payloads,
                seconds(around.config_of<MemoryBus::Config>(memory_bus).of(config_.traffic)) * after.bytes);
    book.add_events(payloads.count);
    return {{done, after}};
  }

  Task::Config config_;
};

}  // namespace

ISOCHRON_PART(task, Task::type_info, make_part<TaskPart>);

}  // namespace isochron
