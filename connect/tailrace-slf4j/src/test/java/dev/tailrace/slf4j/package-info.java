/** Tests of the provider. Scenarios are main classes that run in a JVM of their own, with a class path and configuration of their own. */
package dev.tailrace.slf4j;
