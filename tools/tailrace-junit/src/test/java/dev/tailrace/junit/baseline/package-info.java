/** Tests of the baseline. */
package dev.tailrace.junit.baseline;
