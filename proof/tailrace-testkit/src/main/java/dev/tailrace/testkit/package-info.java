/**
 * Shared test code of several modules: child processes, the JDKs of this machine, class paths, damage, command lines, and the lines of log
 * files. It must not depend on another module.
 */
@NullMarked
package dev.tailrace.testkit;

import org.jspecify.annotations.NullMarked;
