#pragma once
void printk(const char *format, ...);
