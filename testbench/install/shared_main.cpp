// SPDX-License-Identifier: Apache-2.0
extern "C" unsigned long long simulated_by_the_library();
extern "C" int sc_main(int, char**) {
  return 0;
}

int main() {
  return simulated_by_the_library() == 1000 ? 0 : 1;
}
