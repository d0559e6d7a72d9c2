package dev.tailrace.host;

import dev.tailrace.config.xml.Element;
import java.util.List;

/** The language of a host's configuration, in which an appender is described. */
public enum HostDialect {
    LOGBACK {
        @Override
        Element standIn() {
            Element encoder = new Element("encoder", null, 0);
            encoder.children().add(Elements.of("pattern", "%msg%n"));
            return encoder;
        }

        @Override
        Element configuration(List<Element> before, Element appender) {
            Element root = Elements.with("root", "level", "ALL");
            root.children().add(Elements.with("appender-ref", "ref", name(appender)));
            Element configuration = new Element("configuration", null, 0);
            configuration.children().addAll(before);
            configuration.children().add(appender);
            configuration.children().add(root);
            return configuration;
        }
    },
    LOG4J {
        @Override
        Element standIn() {
            return Elements.with("PatternLayout", "pattern", "%m%n");
        }

        @Override
        Element configuration(List<Element> before, Element appender) {
            Element root = Elements.with("Root", "level", "all");
            root.children().add(Elements.with("AppenderRef", "ref", name(appender)));
            Element loggers = new Element("Loggers", null, 0);
            loggers.children().add(root);
            Element appenders = new Element("Appenders", null, 0);
            appenders.children().add(appender);
            Element configuration = new Element("Configuration", null, 0);
            configuration.children().addAll(before);
            configuration.children().add(appenders);
            configuration.children().add(loggers);
            return configuration;
        }
    };

    /** A layout for an appender whose own one isn't read. */
    abstract Element standIn();

    /** A configuration whose root logger has this appender. */
    abstract Element configuration(List<Element> before, Element appender);

    static String name(Element appender) {
        String name = appender.attribute("name");
        return name == null ? "" : name;
    }
}
