/** Elements of a configuration file, their values, and what is wrong with them. */
@NullMarked
package dev.tailrace.config.xml;

import org.jspecify.annotations.NullMarked;
