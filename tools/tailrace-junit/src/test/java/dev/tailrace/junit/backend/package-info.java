/** Tests of the adapters, over real backends. */
package dev.tailrace.junit.backend;
