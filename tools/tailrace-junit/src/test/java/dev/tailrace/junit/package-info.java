/** Tests of the listener and the extension. The suites that they launch run in JVMs of their own. */
package dev.tailrace.junit;
