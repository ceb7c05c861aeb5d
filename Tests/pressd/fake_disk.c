/* A disk that takes half a second for each fsync. */
#include <unistd.h>

int fsync(int fd) {
  (void)fd;
  usleep(500000);
  return 0;
}
