// SPDX-License-Identifier: Apache-2.0
// Pictures out of plane parts: the right ones pass, and nothing else does.
#include <cstring>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include <isochron/core/error.h>
#include <isochron/protocol/message_pool.h>
#include <isochron/software/ps2/part_cutter.h>
#include <isochron/software/ps2/part_header.h>
#include <isochron/software/ps2/plane_images.h>

namespace isochron {
namespace {

constexpr std::uint64_t edge = 8;

class Pictures : public testing::Test {
 protected:
  Pictures() : planes_(volume(), series(), PartFormat()), cutter_(planes_, true), images_(planes_, 1) {}

  static VolumeGeometry volume() { return {{48, 40, 32}, edge, 1}; }
  static PlaneSeries series() {
    PlaneSeries few;
    few.count = 5;
    few.size = {48, 40};
    return few;
  }

  /// Part `part` of `plane`, cut out of its extent.
  Message& cut(std::uint64_t plane, std::uint64_t part) {
    Message& message = pool_.allocate(0, 1);
    message.tag().block = plane;
    message.tag().offset = part;
    const auto place = planes_.volume().place(planes_.parts(plane)[part].extent);
    unsigned char* to = message.get_data_ptr();
    for (std::uint64_t z = 0; z < edge; ++z)
      for (std::uint64_t y = 0; y < edge; ++y)
        for (std::uint64_t x = 0; x < edge; ++x)
          *to++ = phantom_.voxel(place[0] * edge + x, place[1] * edge + y, place[2] * edge + z);
    cutter_.work_on(message, 0);
    EXPECT_EQ(message.get_data_length(), planes_.format().bytes(planes_.parts(plane)[part]));
    return message;
  }
  /// Merges all parts of a plane, each as `change` leaves it; it returns false for a part that is lost.
  void merge(std::uint64_t plane, const std::function<bool(std::uint64_t part, Message& message)>& change) {
    for (std::uint64_t part = 0; part < planes_.parts(plane).size(); ++part) {
      Message& message = cut(plane, part);
      if (change(part, message)) images_.work_on(message, 0);
      message.release();
    }
  }

  PlaneSet planes_;
  Phantom phantom_{volume().size};
  MessagePool pool_{4096};
  PartCutter cutter_;
  PlaneImages images_;
};

bool untouched(std::uint64_t, Message&) {
  return true;
}

TEST_F(Pictures, OfAllPartsArePassed) {
  for (std::uint64_t plane = 0; plane < planes_.planes(); ++plane) {
    merge(plane, untouched);
    images_.finish(plane);
  }
  EXPECT_EQ(images_.pixels_compared(), 5u * 48 * 40);
  EXPECT_EQ(images_.kept().size(), 1u);
}

TEST_F(Pictures, WithAPartLostAreFound) {
  merge(2, [](std::uint64_t part, Message&) { return part != 3; });
  EXPECT_THROW(images_.finish(2), ModelError);
}

TEST_F(Pictures, WithAPartThatWillNotComeHaveItsHoleAndNoOther) {
  images_.miss(2, 3);
  merge(2, [](std::uint64_t part, Message&) { return part != 3; });
  images_.finish(2);
  images_.miss(3, 3);
  merge(3, [](std::uint64_t part, Message&) { return part != 4; });
  EXPECT_THROW(images_.finish(3), ModelError);
}

TEST_F(Pictures, WithTheContentOfAnotherPartAreFound) {
  // Part 3 says where it belongs, with the pixels of part 4.
  Message& other = cut(1, 4);
  merge(1, [&](std::uint64_t part, Message& message) {
    const std::uint64_t header = planes_.format().header;
    if (part == 3)
      std::memcpy(message.get_data_ptr() + header, other.get_data_ptr() + header,
                  std::min(message.get_data_length(), other.get_data_length()) - header);
    return true;
  });
  other.release();
  EXPECT_THROW(images_.finish(1), ModelError);
}

TEST_F(Pictures, WithASinglePixelWrongAreFound) {
  merge(1, [&](std::uint64_t part, Message& message) {
    unsigned char* const pixels = message.get_data_ptr() + planes_.format().header;
    for (unsigned i = 0; part == 5 && i < message.get_data_length() - planes_.format().header; ++i)
      if (pixels[i] != 0) {
        pixels[i] ^= 1;
        return true;
      }
    return true;
  });
  EXPECT_THROW(images_.finish(1), ModelError);
}

TEST_F(Pictures, APartOfAPlaneThatNobodyAskedForIsFound) {
  Message& message = cut(1, 0);
  const std::uint64_t nowhere = 99;
  std::memcpy(message.get_data_ptr(), &nowhere, sizeof nowhere);
  EXPECT_THROW(images_.work_on(message, 0), ModelError);
  message.release();
}

TEST_F(Pictures, APartThatComesTwiceOrTooLateIsFound) {
  Message& message = cut(1, 0);
  images_.work_on(message, 0);
  EXPECT_THROW(images_.work_on(message, 0), ModelError);
  message.release();
  merge(2, untouched);
  images_.finish(2);
  Message& late = cut(2, 1);
  EXPECT_THROW(images_.work_on(late, 0), ModelError);
  late.release();
}

TEST_F(Pictures, APartThatIsNotAsItWasCutIsFound) {
  Message& shorter = cut(1, 0);
  shorter.set_data_length(shorter.get_data_length() - 1);
  EXPECT_THROW(images_.work_on(shorter, 0), ModelError);
  shorter.release();
  Message& elsewhere = cut(1, 0);
  PartHeader header;
  std::memcpy(&header, elsewhere.get_data_ptr(), sizeof header);
  ++header.left;
  std::memcpy(elsewhere.get_data_ptr(), &header, sizeof header);
  EXPECT_THROW(images_.work_on(elsewhere, 0), ModelError);
  elsewhere.release();
}

}  // namespace
}  // namespace isochron
