package org.apache.logging.log4j.spi;

import org.jspecify.annotations.Nullable;

/** As in Log4j's API from 2.27 on, which isn't released yet; to be removed when the tests have that version. */
public interface TraceContextProvider {
    @Nullable
    String getTraceId();

    @Nullable
    String getSpanId();

    @Nullable
    String getTraceFlags();
}
