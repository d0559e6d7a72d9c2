package com.example.clinic.web;

import com.example.clinic.visits.NoSuchPetException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

@RestControllerAdvice
public class Problems {
    private static final Logger log = LoggerFactory.getLogger(Problems.class);

    @ExceptionHandler
    public ProblemDetail noSuchPet(NoSuchPetException e) {
        log.warn("Not found", e);
        return ProblemDetail.forStatusAndDetail(HttpStatus.NOT_FOUND, e.getMessage());
    }
}
