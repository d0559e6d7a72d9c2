package com.example.clinic.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.MDC;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Gives each request a name, which all its lines have. */
@Component
public class RequestNames extends OncePerRequestFilter {
    private final AtomicLong count = new AtomicLong();

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String given = request.getHeader("X-Request");
        try (MDC.MDCCloseable ignored =
                MDC.putCloseable("request", given == null ? "r" + count.incrementAndGet() : given)) {
            chain.doFilter(request, response);
        }
    }
}
