/** Lines over TCP, TLS and UDP: plain ones, syslog's and GELF's. */
@NullMarked
package dev.tailrace.ship.lines;

import org.jspecify.annotations.NullMarked;
