// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/calliope/unit_failures.h>

#include <string>
#include <utility>

namespace isochron {

/// Where faults strike a unit.
class UnitFailures::Unit final : public sc_core::sc_object, public Faulty {
 public:
  Unit(UnitFailures& owner, unsigned number)
      : sc_object(("unit[" + std::to_string(number) + "]").c_str()), owner_(owner), number_(number) {}

  void expect_faults(const FaultContext&) override {}
  void set_condition(const PartCondition& condition, Time now) override {
    if (condition.down && !down_) owner_.units_[number_]->fail(now);
    if (condition.dead && !known_) owner_.coordinator_.connection_broken(number_, now);
    if (!condition.down && down_) owner_.units_[number_]->restore(now);
    down_ = condition.down;
    known_ = condition.dead;
  }

 private:
  UnitFailures& owner_;
  unsigned number_;
  bool down_ = false;
  bool known_ = false;
};

UnitFailures::UnitFailures(const sc_core::sc_module_name& name, const Domain& domain, const Plan& plan,
                           Coordinator& coordinator, std::vector<StorageService*> units)
    : sc_module(name), region_(domain.region), plan_(plan), coordinator_(coordinator), units_(std::move(units)) {
  region_.join(static_cast<Region::Activity&>(*this), Region::Rank::timer);
  for (unsigned u = 0; u < units_.size(); ++u) places_.push_back(std::make_unique<Unit>(*this, u));
  if (!plan_.units.empty()) region_.schedule(*this, plan_.fail_at);
}

UnitFailures::~UnitFailures() {
  region_.cancel(*this);
}

void UnitFailures::complete(Time now) {
  for (const std::uint64_t number : plan_.units) {
    if (step_ == Step::fail) units_[number]->fail(now);
    if (step_ == Step::detect) coordinator_.connection_broken(static_cast<unsigned>(number), now);
    if (step_ == Step::restore) units_[number]->restore(now);
  }
  if (step_ == Step::fail) {
    step_ = Step::detect;
    region_.schedule(*this, plan_.fail_at + plan_.detection);
  } else if (step_ == Step::detect && plan_.return_at != 0) {
    step_ = Step::restore;
    region_.schedule(*this, plan_.return_at);
  } else {
    step_ = Step::none;
  }
}

TypeInfo UnitFailures::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "Storage units of a multimedia server that fail together, and may return";
  info.source = "our own";
  info.ports = {{"coordinator", Coordinator::calls, "initiator", "the coordinator, whose connections to units break"},
                {"unit[i]", StorageService::calls, "initiator", "the unit i"}};
  return info;
}

}  // namespace isochron
