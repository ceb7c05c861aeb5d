"""Writes the library as one C file, from the WebAssembly objects of 32 and of 64 bits that Swift compiles."""
