package dev.tailrace.encoding;

import dev.tailrace.layout.event.Event;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Line formats that only the application's code can write, such as a Spring Boot {@code StructuredLogFormatter}. The object that is
 * Spring's environment for configuration readers ({@code PropertySource.spring()}) may implement this interface, too; it is called when a
 * configuration comes into use. Implementations are thread-safe.
 */
@FunctionalInterface
public interface LineFormats {
    /**
     * The writer of a format's lines.
     *
     * @param name of the format, which may be that of a class, or {@code ecs}, {@code gelf} or {@code logstash} where customizers or a
     *     printer of stack traces are named besides
     * @return makes a line of an event, in the thread that logs and before the log call returns; null: the format can't be written, which
     *     becomes a finding. An event must not be kept. Where it throws, logstash's shape (or that of the format named) is written.
     * @throws RuntimeException when the format is wrong; its message becomes an error
     */
    @Nullable
    Function<Event, String> format(String name);
}
