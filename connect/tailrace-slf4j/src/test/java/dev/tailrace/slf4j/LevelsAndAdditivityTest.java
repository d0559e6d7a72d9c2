package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

class LevelsAndAdditivityTest {
    @Test
    void levels_areInherited_andAppendersAddUp(@TempDir Path folder) throws Exception {
        ChildJvm.Output output = new ChildJvm(folder, "%level %logger %msg%n", """
                <logger name='shop' level='WARN'/>
                <logger name='shop.orders' level='DEBUG'/>
                <logger name='shop.twice' level='INFO'><appender-ref ref='FILE'/></logger>
                <logger name='shop.alone' level='INFO' additivity='false'><appender-ref ref='FILE'/></logger>
                <logger name='shop.silent' level='INFO' additivity='false'/>
                <logger name='shop.off' level='OFF'/>
                <root level='INFO'><appender-ref ref='FILE'/></root>
                """).run(Scenario.class);
        assertThat(output.log())
                .containsExactly(
                        "INFO other at INFO",
                        "WARN other at WARN",
                        "ERROR other at ERROR",
                        "WARN shop.basket at WARN",
                        "ERROR shop.basket at ERROR",
                        "DEBUG shop.orders.open at DEBUG",
                        "INFO shop.orders.open at INFO",
                        "WARN shop.orders.open at WARN",
                        "ERROR shop.orders.open at ERROR",
                        "INFO shop.twice once",
                        "INFO shop.twice once",
                        "INFO shop.alone once",
                        "INFO ROOT root");
        assertThat(output.err()).isEmpty();
    }

    static final class Scenario {
        public static void main(String[] args) {
            for (String name :
                    new String[] {"other", "shop.basket", "shop.orders.open", "shop.off", "shop.off.below"}) {
                everyLevel(LoggerFactory.getLogger(name));
            }
            LoggerFactory.getLogger("shop.twice").info("once");
            LoggerFactory.getLogger("shop.alone").info("once");
            LoggerFactory.getLogger("shop.silent").info("never");
            LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME).info("root");
        }

        private static void everyLevel(Logger log) {
            log.trace("at {}", Level.TRACE);
            log.debug("at {}", Level.DEBUG);
            log.info("at {}", Level.INFO);
            log.warn("at {}", Level.WARN);
            log.error("at {}", Level.ERROR);
        }
    }
}
