package com.example.clinic.visits;

public class NoSuchPetException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public NoSuchPetException(long id) {
        super("no pet " + id);
    }
}
