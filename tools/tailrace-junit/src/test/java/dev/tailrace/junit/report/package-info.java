/** Tests of the reports. */
package dev.tailrace.junit.report;
