/** Tests that are launched by tests; some are meant to fail. Surefire doesn't find them by their names. */
package dev.tailrace.junit.suites;
