package dev.tailrace.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Applications of Boot's, at once and within each other: what one has set must not go with the end of another. */
class SeveralApplicationsTest {
    private final BootScene scene = new BootScene();
    private final List<ConfigurableApplicationContext> open = new ArrayList<>();
    private final Logger logger = LoggerFactory.getLogger("shop.orders");

    @SpringBootConfiguration(proxyBeanMethods = false)
    static class Application {}

    @AfterEach
    void close() {
        open.forEach(ConfigurableApplicationContext::close);
        scene.close();
    }

    private ConfigurableApplicationContext start(String... arguments) {
        return start(new SpringApplicationBuilder(Application.class), arguments);
    }

    private ConfigurableApplicationContext start(SpringApplicationBuilder builder, String... arguments) {
        ConfigurableApplicationContext context = builder.bannerMode(Banner.Mode.OFF)
                .logStartupInfo(false)
                .web(WebApplicationType.NONE)
                .run(arguments);
        open.add(0, context);
        return context;
    }

    @Test
    void first_closed_leavesTheSecondItsLevelsAndItsBridge() {
        ConfigurableApplicationContext first = start("--logging.pattern.console=%p %logger %m%n");
        start("--logging.level.shop=debug", "--logging.level.jul.second=debug");

        first.close();

        logger.debug("fine");
        java.util.logging.Logger.getLogger("jul.second").fine("bridged");
        assertThat(scene.output().lines()).contains("DEBUG shop.orders fine", "DEBUG jul.second bridged");
    }

    @Test
    void all_closed_theNextHasItsOwnProperties() {
        ConfigurableApplicationContext first =
                start("--logging.pattern.console=one %m%n", "--logging.level.shop=debug");
        ConfigurableApplicationContext second = start();
        first.close();
        second.close();
        start("--logging.pattern.console=two %m%n");

        logger.debug("silent");
        logger.info("fine");
        assertThat(scene.output().lines()).contains("two fine").doesNotContain("two silent", "one fine");
    }

    @Test
    void child_closed_leavesTheParentAsItWas() {
        ConfigurableApplicationContext parent = start("--logging.pattern.console=%p %logger %m%n");
        ConfigurableApplicationContext child =
                start(new SpringApplicationBuilder(Application.class).parent(parent), "--logging.level.shop=debug");

        child.close();

        logger.debug("fine");
        java.util.logging.Logger.getLogger("jul.parent").info("bridged");
        assertThat(scene.output().lines()).contains("DEBUG shop.orders fine", "INFO jul.parent bridged");
    }
}
