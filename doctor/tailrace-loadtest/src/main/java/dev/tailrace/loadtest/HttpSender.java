package dev.tailrace.loadtest;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Asks for one URL, straight and without following anything. */
final class HttpSender implements Sender {
    private final HttpClient client;
    private final HttpRequest request;

    HttpSender(URI url, Duration timeout) {
        client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                // A load on this machine must not go out to a proxy.
                .proxy(HttpClient.Builder.NO_PROXY)
                .connectTimeout(timeout)
                .build();
        request = HttpRequest.newBuilder(url)
                .timeout(timeout)
                .header("User-Agent", "tailrace-doctor")
                .GET()
                .build();
    }

    @Override
    public CompletableFuture<String> send() {
        CompletableFuture<HttpResponse<Void>> exchange =
                client.sendAsync(request, HttpResponse.BodyHandlers.discarding());
        CompletableFuture<String> answer =
                exchange.handle((response, problem) -> problem != null ? words(problem) : words(response.statusCode()));
        // A connection that nobody waits for any more would go on loading the service.
        CompletableFuture<String> unused = answer.whenComplete((words, problem) -> {
            if (problem instanceof CancellationException) {
                exchange.cancel(true);
            }
        });
        return answer;
    }

    private static String words(int status) {
        return status < 400 ? "" : "HTTP " + status;
    }

    private static String words(Throwable problem) {
        Throwable cause =
                problem instanceof CompletionException && problem.getCause() != null ? problem.getCause() : problem;
        if (cause instanceof HttpTimeoutException) {
            return "no answer in time";
        }
        String message = cause.getMessage();
        String type = cause.getClass().getSimpleName();
        return message == null || message.isEmpty() ? type : type + ": " + message;
    }
}
