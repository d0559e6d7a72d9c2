/** Spring's environment as a configuration sees it, and what Spring Boot defines by it. Knows no element of either dialect. */
@NullMarked
package dev.tailrace.config.spring;

import org.jspecify.annotations.NullMarked;
