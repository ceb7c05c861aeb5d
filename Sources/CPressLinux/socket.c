#define _GNU_SOURCE
#include "CPressLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { BACKLOG = 16, FIRST_ACTIVATED = 3, NOBODY = 65534, GROUPS = 64 };

static int status_of(long result) { return result < 0 ? -errno : (int)result; }

static int address_of(const char *path, struct sockaddr_un *address) {
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  size_t length = strlen(path);
  if (length == 0) return -EINVAL;
  if (length >= sizeof address->sun_path) return -ENAMETOOLONG;
  memcpy(address->sun_path, path, length);
  return 0;
}

/* ---- Sockets of our own ---- */

/* Of a file there 0 where nobody listens to it: then it is gone afterwards. */
static int remove_stale(const struct sockaddr_un *address) {
  struct stat found;
  if (lstat(address->sun_path, &found) < 0) return errno == ENOENT ? 0 : -errno;
  if (!S_ISSOCK(found.st_mode)) return -EEXIST;
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return -errno;
  int status = status_of(connect(fd, (const struct sockaddr *)address, sizeof *address));
  close(fd);
  if (status != -ECONNREFUSED) return status == -ENOENT ? 0 : -EADDRINUSE;
  return status_of(unlink(address->sun_path));
}

int linux_listen(const char *path, unsigned mode, linux_socket *made) {
  struct sockaddr_un address;
  int                status = address_of(path, &address);
  if (status < 0) return status;
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return -errno;
  mode_t before = umask(0777); /* nobody connects before it listens, and has its mode */
  status = status_of(bind(fd, (struct sockaddr *)&address, sizeof address));
  if (status == -EADDRINUSE) {
    status = remove_stale(&address);
    if (status == 0) status = status_of(bind(fd, (struct sockaddr *)&address, sizeof address));
  }
  umask(before);
  if (status == 0) {
    struct stat file;
    memset(&file, 0, sizeof file);
    status = status_of(listen(fd, BACKLOG));
    if (status == 0) status = status_of(stat(path, &file));
    if (status == 0) status = status_of(chmod(path, mode));
    *made = (linux_socket){.fd = fd, .group = file.st_gid, .device = file.st_dev, .node = file.st_ino};
    if (status == 0) return 0;
    unlink(path);
  }
  close(fd);
  return status;
}

void linux_unlisten(const char *path, const linux_socket *made) {
  struct stat file;
  if (stat(path, &file) == 0 && file.st_dev == made->device && file.st_ino == made->node) unlink(path);
  close(made->fd);
}

/* ---- Sockets of the service manager ---- */

size_t linux_activated(void) {
  const char *process = getenv("LISTEN_PID"), *count = getenv("LISTEN_FDS");
  if (!process || !count || strtoull(process, NULL, 10) != (unsigned long long)getpid()) return 0;
  unsigned long found = strtoul(count, NULL, 10);
  return found < 64 ? found : 64;
}

/* Whether the name with that index in LISTEN_FDNAMES is this one. */
static bool is_called(size_t index, const char *name) {
  const char *at = getenv("LISTEN_FDNAMES");
  for (; at && index > 0; index--) {
    at = strchr(at, ':');
    if (at) at++;
  }
  size_t length = strlen(name);
  return at && strncmp(at, name, length) == 0 && (at[length] == 0 || at[length] == ':');
}

int linux_take_activated(size_t index, bool *only_reads) {
  int       fd = FIRST_ACTIVATED + (int)index, kind = 0, listens = 0;
  socklen_t size = sizeof kind;
  *only_reads = is_called(index, "read");
  if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &kind, &size) < 0) return -errno;
  size = sizeof listens;
  if (getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) < 0) return -errno;
  struct sockaddr_storage address;
  size = sizeof address;
  if (getsockname(fd, (struct sockaddr *)&address, &size) < 0) return -errno;
  if (kind != SOCK_STREAM || !listens || address.ss_family != AF_UNIX) return -EPROTONOSUPPORT;
  int flags = fcntl(fd, F_GETFL);
  if (flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0 || fcntl(fd, F_SETFD, FD_CLOEXEC) < 0) return -errno;
  return fd;
}

void linux_keep_activated(int fd) { fcntl(fd, F_SETFD, 0); }

/* ---- Connections ---- */

/* What a user namespace does not know is nobody, and many groups are: that is no member of any. */
static bool is_member(int fd, unsigned group, unsigned own) {
  gid_t     groups[GROUPS];
  socklen_t size = sizeof groups;
  if (group == NOBODY) return false;
  if (own == group) return true;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, groups, &size) < 0) return false;
  for (size_t i = 0; i < size / sizeof *groups; i++)
    if (groups[i] == group) return true;
  return false;
}

int linux_accept(int fd, unsigned group, linux_peer *peer) {
  int found = accept4(fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (found < 0) return -errno;
  struct ucred credentials;
  socklen_t    size = sizeof credentials;
  memset(peer, 0, sizeof *peer);
  if (getsockopt(found, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0) {
    peer->is_own = credentials.uid == 0 || (credentials.uid == geteuid() && credentials.uid != NOBODY);
    peer->is_member = is_member(found, group, credentials.gid);
  }
  return found;
}

long linux_send(int fd, const void *bytes, size_t count) {
  long sent = send(fd, bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL);
  return sent < 0 ? -errno : sent;
}

long linux_receive(int fd, void *bytes, size_t count) {
  long got = recv(fd, bytes, count, MSG_DONTWAIT);
  return got < 0 ? -errno : got;
}

_Static_assert(LINUX_READABLE == POLLIN && LINUX_WRITABLE == POLLOUT && (LINUX_GONE & (POLLHUP | POLLERR | POLLNVAL)) == LINUX_GONE, "polls");
_Static_assert(sizeof(linux_watch) == sizeof(struct pollfd) && offsetof(linux_watch, has) == offsetof(struct pollfd, revents), "polls");

int linux_watch_until_us(linux_watch *watches, size_t count, uint64_t until_us) {
  uint64_t        now = linux_now_us(), left = until_us > now ? until_us - now : 0;
  struct timespec timeout = {(time_t)(left / 1000000u), (long)(left % 1000000u) * 1000};
  for (size_t i = 0; i < count; i++) watches[i].has = 0;
  int ready = ppoll((struct pollfd *)watches, count, &timeout, NULL);
  return ready < 0 ? 0 : ready;
}

uint64_t linux_wall_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}
