package com.example.statements;

import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs stored procedures and logs that it does. */
public class Statements {
    private static final Logger root = LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    private static final Logger log = LoggerFactory.getLogger(Statements.class);

    /** Calls a procedure. */
    public int call(String procedure, Map<String, ?> parameters) {
        log.info("calling {} with {} parameters", procedure, parameters.size());
        printParameters(parameters);
        if (parameters.values().stream().anyMatch(value -> value == null)) {
            log.warn("{} has parameters without a value", procedure);
        }
        return parameters.size();
    }

    private void printParameters(Map<String, ?> parameters) {
        for (Map.Entry<String, ?> parameter : parameters.entrySet()) {
            log.debug("parameter {} = {}", parameter.getKey(), parameter.getValue());
        }
    }

    /** What a developer wanted to see just once. */
    void dump(int times) {
        for (int i = 0; i < times; i++) {
            root.info("dump {}", i);
            if (i % 4 == 0) {
                log.info("{} of {} dumped", i, times);
            }
            if (i % 10 == 0) {
                log.warn("still dumping");
            }
        }
    }
}
