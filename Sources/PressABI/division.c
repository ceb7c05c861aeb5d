/* What the division of libgcc calls on 32-bit ARM for a divisor of 0, which the core never gives it. Its own raises a
 * signal, and a shared library would need that from libc. */
int       __aeabi_idiv0(int quotient);
long long __aeabi_ldiv0(long long quotient);

int       __aeabi_idiv0(int quotient) { return quotient; }
long long __aeabi_ldiv0(long long quotient) { return quotient; }
