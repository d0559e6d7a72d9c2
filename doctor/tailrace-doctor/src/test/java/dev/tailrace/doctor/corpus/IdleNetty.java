package dev.tailrace.doctor.corpus;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.HashedWheelTimer;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** A Netty server and its client with open connections and nothing to say, an executor group and a timer: nothing is wrong. Always healthy. */
final class IdleNetty {
    private IdleNetty() {}

    public static void main(String[] arguments) throws Exception {
        Stage stage = Stage.of(arguments);
        LogbackStage.configure(stage, LogbackStage.SILENT);
        int loops = stage.between(2, 24);
        NioEventLoopGroup boss = new NioEventLoopGroup(1);
        NioEventLoopGroup workers =
                new NioEventLoopGroup(loops, new DefaultThreadFactory(stage.pick("worker", "io"), true));
        Channel server = new ServerBootstrap()
                .group(boss, workers)
                .channel(NioServerSocketChannel.class)
                .childHandler(silent())
                .bind("127.0.0.1", 0)
                .sync()
                .channel();
        int port = ((InetSocketAddress) server.localAddress()).getPort();
        NioEventLoopGroup client = new NioEventLoopGroup(loops);
        for (int i = 0; i < loops; i++) {
            new Bootstrap()
                    .group(client)
                    .channel(NioSocketChannel.class)
                    .handler(silent())
                    .connect("127.0.0.1", port)
                    .sync();
        }
        DefaultEventExecutorGroup executors = new DefaultEventExecutorGroup(stage.between(2, 16));
        executors.forEach(executor -> executor.submit(() -> {}).awaitUninterruptibly(1, TimeUnit.SECONDS));
        new HashedWheelTimer(new DefaultThreadFactory("wheel", true)).start();
        stage.play();
    }

    private static ChannelInitializer<SocketChannel> silent() {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(SocketChannel channel) {
                channel.pipeline().addLast(new ChannelInboundHandlerAdapter());
            }
        };
    }
}
