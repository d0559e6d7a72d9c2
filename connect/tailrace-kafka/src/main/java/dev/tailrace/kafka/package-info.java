/** Sends records to a topic of Kafka. */
@NullMarked
package dev.tailrace.kafka;

import org.jspecify.annotations.NullMarked;
