/** Tests of the counting. */
package dev.tailrace.junit.measure;
