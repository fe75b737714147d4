# SPDX-License-Identifier: Apache-2.0
# cmake -DDIRECTORY=... -P IncludeAll.cmake: writes all.cpp, which includes every .cpp of the directory. What Verilator
# makes is many files whose names are not known before.
file(GLOB sources RELATIVE ${DIRECTORY} ${DIRECTORY}/*.cpp)
list(REMOVE_ITEM sources all.cpp)
list(SORT sources)
set(text "")
foreach(source IN LISTS sources)
  string(APPEND text "#include \"${source}\"\n")
endforeach()
file(WRITE ${DIRECTORY}/all.cpp "${text}")
