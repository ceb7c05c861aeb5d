/* client SOCKET UNTIL [LINE...]: connects to pressd, sends each line, and prints what comes until a line has UNTIL in it (0), or the
 * other side closes (1), or a minute has passed (killed). It says "connected", or why not (2). */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int main(int count, char **words) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (count < 3 || strlen(words[1]) >= sizeof address.sun_path) return 64;
  alarm(60);
  strcpy(address.sun_path, words[1]);
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) < 0) return printf("%s\n", strerror(errno)), 2;
  setvbuf(stdout, NULL, _IOLBF, 0);
  printf("connected\n");
  FILE *lines = fdopen(fd, "r");
  for (int i = 3; i < count; i++)
    if (dprintf(fd, "%s\n", words[i]) < 0) return perror("client"), 1;
  static char line[65536];
  while (fgets(line, sizeof line, lines)) {
    fputs(line, stdout);
    if (strstr(line, words[2])) return 0;
  }
  return 1;
}
