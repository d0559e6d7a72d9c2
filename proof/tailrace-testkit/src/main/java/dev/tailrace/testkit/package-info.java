/** What tests of several modules share: child processes, the JDKs of this machine, class paths, damage. It must know no other module. */
@NullMarked
package dev.tailrace.testkit;

import org.jspecify.annotations.NullMarked;
