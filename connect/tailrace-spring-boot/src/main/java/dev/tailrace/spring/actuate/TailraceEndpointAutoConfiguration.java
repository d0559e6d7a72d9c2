package dev.tailrace.spring.actuate;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/** The endpoint {@code tailrace}, which is shown where {@code management.endpoints.web.exposure.include} names it. */
@AutoConfiguration
@ConditionalOnClass(name = "org.springframework.boot.actuate.endpoint.annotation.Endpoint")
@Conditional(BoundToTailrace.class)
public final class TailraceEndpointAutoConfiguration {
    /** For Spring. */
    public TailraceEndpointAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    TailraceEndpoint tailraceEndpoint() {
        return new TailraceEndpoint();
    }
}
