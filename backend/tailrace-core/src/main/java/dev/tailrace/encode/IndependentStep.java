package dev.tailrace.encode;

/** A step that asks neither for the message nor for arguments that aren't a throwable. */
interface IndependentStep extends Step {}
