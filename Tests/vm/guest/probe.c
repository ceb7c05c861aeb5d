/* probe BUS OTHER HOME: tries what a service could do, and says for each what came of it. BUS is the node that it may open, OTHER one
 * that it may not, HOME that of root. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static void say(const char *what, long done) { printf("%s: %s\n", what, done < 0 ? strerror(errno) : "yes"); }

static void opens(const char *what, const char *path, int flags) {
  int fd = open(path, flags | O_CLOEXEC, 0644);
  say(what, fd);
  if (fd >= 0) close(fd);
}

static void sockets(const char *what, int family, int type) {
  int fd = socket(family, type, 0);
  say(what, fd);
  if (fd >= 0) close(fd);
}

/* Prints a field of the kernel's status of this process. */
static void says(const char *field) {
  char  line[256];
  FILE *file = fopen("/proc/self/status", "r");
  while (file && fgets(line, sizeof line, file))
    if (strncmp(line, field, strlen(field)) == 0) printf("%s", line);
  if (file) fclose(file);
}

static void nodes(const char *bus, const char *other) {
  opens("its bus", bus, O_RDWR);
  opens("another bus", other, O_RDWR);
  opens("uinput", "/dev/uinput", O_RDWR);
  opens("an input device", "/dev/input/event0", O_RDONLY);
  opens("a disk", "/dev/vda", O_RDONLY);
  opens("the log of the kernel", "/dev/kmsg", O_RDONLY);
  opens("memory", "/dev/mem", O_RDONLY);
  opens("/dev/null", "/dev/null", O_RDWR);
}

static void files(const char *home) {
  char path[256];
  snprintf(path, sizeof path, "%s/open", home);
  opens("read the config", "/etc/pressd.conf", O_RDONLY);
  opens("read a home", "/home/press/open", O_RDONLY);
  opens("read what is in /root", path, O_RDONLY);
  opens("write where everybody may", "/var/open/file", O_WRONLY | O_CREAT);
  opens("write in /etc", "/etc/file", O_WRONLY | O_CREAT);
  opens("write in its own /tmp", "/tmp/file", O_WRONLY | O_CREAT);
  opens("see the /tmp of others", "/tmp/open", O_RDONLY);
  say("set-user-ID", chmod("/tmp/file", 04755));
  opens("see other processes", "/proc/1/status", O_RDONLY);
  opens("see the machine in /proc", "/proc/meminfo", O_RDONLY);
  opens("change the kernel in /sys", "/sys/kernel/profiling", O_WRONLY);
}

static void networks(void) {
  sockets("a Unix socket", AF_UNIX, SOCK_STREAM);
  sockets("a socket of IPv4", AF_INET, SOCK_STREAM);
  sockets("a socket of IPv6", AF_INET6, SOCK_DGRAM);
  sockets("a netlink socket", AF_NETLINK, SOCK_RAW);
  sockets("a packet socket", AF_PACKET, SOCK_RAW);
}

static void calls(void) {
  struct sched_param first = {.sched_priority = 1};
  struct timespec    now;
  clock_gettime(CLOCK_REALTIME, &now);
  void *code = mmap(NULL, 4096, PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  say("memory to write and run", code == MAP_FAILED ? -1 : 0);
  say("a signal to the first process", kill(1, 0));
  say("set the clock", clock_settime(CLOCK_REALTIME, &now));
  say("set the name of the machine", sethostname("press", 5));
  say("real time", sched_setscheduler(0, SCHED_FIFO, &first));
  say("a higher priority", setpriority(PRIO_PROCESS, 0, -5));
  say("trace", ptrace(PTRACE_TRACEME, 0, NULL, NULL));
  say("make a device", mknod("/tmp/node", S_IFCHR | 0600, 0x0101));
  say("mount", mount("none", "/mnt", "tmpfs", 0, NULL));
  say("a namespace", unshare(CLONE_NEWNS));
  say("change the root", chroot("/"));
  say("become root", setuid(0));
}

int main(int count, char **words) {
  if (count != 4) return 64;
  setvbuf(stdout, NULL, _IOLBF, 0);
  says("CapEff");
  says("CapBnd");
  says("NoNewPrivs");
  says("Seccomp:");
  nodes(words[1], words[2]);
  files(words[3]);
  networks();
  calls();
  return 0;
}
