package dev.tailrace.cli;

/**
 * Something about a log that somebody should look at.
 *
 * @param kind for programs: one of the words that docs/drain.md lists
 * @param what is the matter, in plain sentences
 * @param remedy what to do; a command in it stands after a colon and two spaces
 */
record Issue(String kind, String what, String remedy) {}
