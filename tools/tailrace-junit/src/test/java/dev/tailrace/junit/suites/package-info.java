/** Tests that are launched by tests: some of them are meant to fail. Surefire does not find them by their names. */
package dev.tailrace.junit.suites;
