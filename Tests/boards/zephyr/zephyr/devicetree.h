#pragma once
#define DT_PATH(...) 0
