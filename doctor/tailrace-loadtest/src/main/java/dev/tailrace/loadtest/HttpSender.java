package dev.tailrace.loadtest;

import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;

/** Asks for one URL, straight and without following anything. */
final class HttpSender implements Sender {
    /** As the JDK's client says it, by where in the answer the connection ended. */
    private static final Pattern RESET =
            Pattern.compile("(?i)connection reset|broken pipe|EOF reached|received no bytes|closed|content-length");

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
        // A connection that is not waited for any more would go on loading the service.
        CompletableFuture<String> unused = answer.whenComplete((words, problem) -> {
            if (problem instanceof CancellationException) {
                exchange.cancel(true);
            }
        });
        return answer;
    }

    private static String words(int status) {
        return status < 400 ? "" : "status: HTTP " + status;
    }

    private static String words(Throwable problem) {
        Throwable cause =
                problem instanceof CompletionException && problem.getCause() != null ? problem.getCause() : problem;
        if (cause instanceof HttpConnectTimeoutException) {
            return "timeout: no connection in time";
        }
        if (cause instanceof HttpTimeoutException) {
            return Pace.TIMEOUT;
        }
        String message = cause.getMessage();
        if (cause instanceof ConnectException) {
            return "refused: no connection" + (message == null || message.isEmpty() ? "" : " (" + message + ")");
        }
        if (message != null && RESET.matcher(message).find()) {
            return "reset: the connection was closed before the answer";
        }
        String type = cause.getClass().getSimpleName();
        return message == null || message.isEmpty() ? type : type + ": " + message;
    }
}
