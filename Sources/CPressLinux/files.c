/* Files that are read, and that are written while frames go on, in folders where others may write too. */
#define _GNU_SOURCE
#include "CPressLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int status_of(long result) { return result < 0 ? -errno : (int)result; }

/* Files that were opened to be read: a recording onto one of them would destroy it. The first of them are what a start reads. */
static struct {
  dev_t device;
  ino_t inode;
} opened[64];
static size_t opened_count;

static bool was_opened(const struct stat *file) {
  for (size_t i = 0; i < opened_count; i++)
    if (opened[i].device == file->st_dev && opened[i].inode == file->st_ino) return true;
  return false;
}

static void note_opened(const struct stat *file) {
  if (opened_count == sizeof opened / sizeof *opened || !S_ISREG(file->st_mode) || was_opened(file)) return;
  opened[opened_count].device = file->st_dev;
  opened[opened_count++].inode = file->st_ino;
}

static int regular(const struct stat *file) {
  if (S_ISLNK(file->st_mode)) return -ELOOP;
  return S_ISDIR(file->st_mode) ? -EISDIR : S_ISREG(file->st_mode) ? 0 : -EINVAL;
}

/* Looks before it opens, since to open a device may do something, and afterwards, since another file may be there by then. */
static int open_regular(const char *path, int flags, struct stat *file) {
  int status = status_of(fstatat(AT_FDCWD, path, file, flags & O_NOFOLLOW ? AT_SYMLINK_NOFOLLOW : 0));
  if (status == 0) status = regular(file);
  if (status < 0) return status;
  int fd = status_of(open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | flags));
  if (fd < 0) return fd;
  status = status_of(fstat(fd, file));
  if (status == 0) status = regular(file);
  if (status == 0) return fd;
  close(fd);
  return status;
}

int linux_open_file(const char *path) {
  struct stat file;
  int         fd = open_regular(path, 0, &file);
  if (fd >= 0) note_opened(&file);
  return fd;
}

int linux_open_own(const char *path) {
  struct stat file;
  return open_regular(path, O_NOFOLLOW, &file);
}

int linux_open_stream(const char *path) {
  struct stat file;
  int         fd = status_of(open(path, O_RDONLY | O_CLOEXEC));
  if (fd >= 0 && fstat(fd, &file) == 0) note_opened(&file);
  return fd;
}

void linux_forget_read(void) { opened_count = 0; }

bool linux_was_read(const char *path) {
  struct stat file;
  return stat(path, &file) == 0 && was_opened(&file);
}

/* The folder of a path, and where its last name begins. */
static bool folder_of(const char *path, const char **name, struct stat *folder) {
  char        text[4096];
  const char *slash = strrchr(path, '/');
  size_t      length = slash ? (size_t)(slash - path) + 1 : 0;
  if (length >= sizeof text - 1) return false;
  memcpy(text, path, length);
  memcpy(text + length, ".", 2);
  *name = path + length;
  return stat(text, folder) == 0;
}

/* Of a link whose file is not there the path of that file; otherwise the path. */
static const char *end_of_link(const char *path, char target[PATH_MAX]) {
  char        next[PATH_MAX];
  struct stat file;
  for (int links = 0; links < 8 && lstat(path, &file) == 0 && S_ISLNK(file.st_mode) && stat(path, &file) < 0; links++) {
    const char *slash = strrchr(path, '/');
    size_t      length = slash ? (size_t)(slash - path) + 1 : 0;
    long        count = length + 1 < sizeof next ? readlink(path, next + length, sizeof next - length - 1) : -1;
    if (count < 0) break;
    next[length + (size_t)count] = 0;
    memcpy(next, path, length);
    strcpy(target, next[length] == '/' ? next + length : next);
    path = target;
  }
  return path;
}

bool linux_is_same_file(const char *path, const char *other) {
  struct stat one, two;
  const char *name, *others;
  char        target[PATH_MAX], others_target[PATH_MAX];
  path = end_of_link(path, target);
  other = end_of_link(other, others_target);
  bool is_there = stat(path, &one) == 0, is_other_there = stat(other, &two) == 0;
  if (is_there && is_other_there) return S_ISREG(one.st_mode) && one.st_dev == two.st_dev && one.st_ino == two.st_ino;
  /* One that will be made. */
  return is_there == is_other_there && folder_of(path, &name, &one) && folder_of(other, &others, &two) && one.st_dev == two.st_dev
         && one.st_ino == two.st_ino && strcmp(name, others) == 0;
}

/* Whether a symbolic link is one that we or root made. */
static bool is_own_link(const char *path) {
  struct stat link;
  return lstat(path, &link) == 0 && S_ISLNK(link.st_mode) && (link.st_uid == 0 || link.st_uid == geteuid());
}

int linux_create(const char *path, bool waits) {
  int flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW;
  int fd = open(path, flags, 0666);
  if (fd < 0 && errno == ELOOP && is_own_link(path)) fd = open(path, flags & ~O_NOFOLLOW, 0666);
  if (fd < 0) return -errno;
  if (waits) fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
  return fd;
}

/* ---- A file that is replaced ---- */

/* Beside it, with a name that nobody knows before. */
static int make_beside(int folder, const char *name, char fresh[NAME_MAX + 1]) {
  for (int attempt = 0; attempt < 8; attempt++) {
    uint64_t number;
    if (getrandom(&number, sizeof number, GRND_NONBLOCK) != sizeof number) number = linux_now_us() * 0x9E3779B97F4A7C15u + (uint64_t)getpid();
    snprintf(fresh, NAME_MAX + 1, ".%.200s.%016llx", name, (unsigned long long)number);
    int fd = openat(folder, fresh, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd >= 0 || errno != EEXIST) return status_of(fd);
  }
  return -EEXIST;
}

/* Owner, group and mode of the file that it replaces, or those of any new file. */
static int dress(int fd, const struct stat *old, bool is_new) {
  struct stat file;
  if (fstat(fd, &file) < 0) return -errno;
  if (!is_new && (file.st_uid != old->st_uid || file.st_gid != old->st_gid) && fchown(fd, old->st_uid, old->st_gid) < 0) return -errno;
  mode_t mask = umask(0);
  umask(mask);
  return status_of(fchmod(fd, is_new ? 0666 & ~mask : old->st_mode & 07777));
}

static int replace_in(int folder, const char *name, const void *bytes, size_t count) {
  char        fresh[NAME_MAX + 1];
  struct stat old;
  bool        is_new = fstatat(folder, name, &old, AT_SYMLINK_NOFOLLOW) < 0;
  if (is_new && errno != ENOENT) return -errno;
  if (!is_new && regular(&old) < 0) return regular(&old);
  int fd = make_beside(folder, name, fresh);
  if (fd < 0) return fd;
  int status = linux_write(fd, bytes, count);
  if (status == 0) status = dress(fd, &old, is_new);
  if (status == 0) status = status_of(fsync(fd));
  int closed = status_of(close(fd));
  if (status == 0) status = closed;
  if (status == 0) status = status_of(renameat(folder, fresh, folder, name));
  if (status < 0) {
    unlinkat(folder, fresh, 0);
    return status;
  }
  return status_of(fsync(folder));
}

int linux_replace(const char *path, const void *bytes, size_t count) {
  char        parent[PATH_MAX];
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  size_t      length = slash ? (size_t)(slash - path) + (slash == path) : 0;
  if (length >= sizeof parent) return -ENAMETOOLONG;
  if (*name == 0) return -EISDIR;
  memcpy(parent, path, length);
  parent[length] = 0;
  int folder = open(length ? parent : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return -errno;
  int status = replace_in(folder, name, bytes, count);
  close(folder);
  return status;
}

static pid_t writer;

int linux_replace_begin(const char *path, const void *bytes, size_t count) {
  if (writer > 0) return -EBUSY;
  writer = fork();
  if (writer < 0) return -errno;
  if (writer > 0) return 0;
  struct sched_param usual;
  memset(&usual, 0, sizeof usual);
  if (sched_getscheduler(0) != SCHED_OTHER) sched_setscheduler(0, SCHED_OTHER, &usual);
  _exit(-linux_replace(path, bytes, count) & 255); /* an errno */
}

int linux_replace_end(void) {
  int status = 0;
  if (writer <= 0) return -ECHILD;
  pid_t ended = waitpid(writer, &status, WNOHANG);
  if (ended == 0 || (ended < 0 && errno == EINTR)) return -EAGAIN;
  writer = 0;
  if (ended < 0) return -errno;
  return WIFEXITED(status) ? -WEXITSTATUS(status) : -EIO;
}

int linux_link_name(const char *path, uint8_t *name, size_t room) {
  char whole[4096];
  long count = readlink(path, whole, sizeof whole);
  if (count < 0) return -errno;
  long first = count;
  while (first > 0 && whole[first - 1] != '/') first--;
  if ((size_t)(count - first) > room) return -ENAMETOOLONG;
  memcpy(name, whole + first, (size_t)(count - first));
  return (int)(count - first);
}
