/**
 * What a front is written against: an API that applications call, such as SLF4J's, on Tailrace. With the types of {@code dev.tailrace}
 * it is all that such a module needs. It knows nothing of lines, encoders and files.
 *
 * <p>A front has one logger of Tailrace's for each name, and does this for a call:
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
 * <p>The line is encoded before {@code commit} returns, in the thread that calls it: neither arguments nor the context are copied, and
 * none of them is held longer. Levels are SLF4J's codes: TRACE 0, DEBUG 10, INFO 20, WARN 30, ERROR 40; messages are in SLF4J's language,
 * where {@code {}} takes the next argument. A front that has another one formats the message itself.
 *
 * <p>{@code Tailrace.logger} starts the engine. A front names the class that applications call to {@code Tailrace.preload}, for class
 * loaders that are closed.
 */
@NullMarked
package dev.tailrace.spi;

import org.jspecify.annotations.NullMarked;
