/**
 * The agent that doctor loads into a JVM: reads the logging configuration as it is at that moment, and writes it to a file. Compiled
 * for Java 8, it goes as a jar of its own; hence it is not {@code NullMarked}, which Java 8 does not understand. It must not know anything of
 * doctor, start a thread, take a lock, initialise a class of the application, or call a method of a logging library: it reads fields.
 */
package dev.tailrace.probe.agent;
