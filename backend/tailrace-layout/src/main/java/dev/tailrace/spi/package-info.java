/**
 * The SPI for fronts. A front implements an API that applications call, such as SLF4J's, with Tailrace. A front needs only this package and
 * the types of {@code dev.tailrace}. This package knows nothing of lines, encoders and files.
 *
 * <p>A front has one Tailrace logger per name, and handles a call as follows:
 *
 * <pre>{@code
 * static final String BOUNDARY = MyLogger.class.getName();
 *
 * void info(String format, Object[] arguments) {
 *     if (!logger.isEnabled(INFO) || (logger.isFiltered() && !logger.passes(INFO, null, MarkerReader.PLAIN, format, arguments, context()))) {
 *         return;
 *     }
 *     LogEvent event = logger.open(INFO, BOUNDARY);
 *     try {
 *         event.context(context());
 *         if (logger.isLocated(INFO)) {
 *             event.locate();
 *         }
 *         logger.commit(event, format, arguments);
 *     } finally {
 *         logger.close(event);
 *     }
 * }
 * }</pre>
 *
 * <p>A front that lets no error out of a call counts a {@link StackOverflowError} in {@link LostCalls}, and reports no other way.
 *
 * <p>The line is encoded before {@code commit} returns, in the calling thread: neither arguments nor the context are copied or held longer.
 * Levels are SLF4J's codes: TRACE 0, DEBUG 10, INFO 20, WARN 30, ERROR 40. Messages have SLF4J's format, where {@code {}} takes the next
 * argument; a front with another format formats the message itself.
 *
 * <p>{@code Tailrace.logger} starts the engine. A front passes the class that applications call to {@code Tailrace.preload}, for class
 * loaders that are closed later.
 */
@NullMarked
package dev.tailrace.spi;

import org.jspecify.annotations.NullMarked;
