package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.OperationId;
import dev.sennit.protocol.ProtocolEvent;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MetricsListenerTest {
    private static final OperationId OPERATION = OperationId.parse("01JC0000000000000000G00002");

    @Test
    void eachEventIsCountedUnderItsName_andPausesAreTimed() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        MetricsListener listener = new MetricsListener(registry);

        listener.on(new ProtocolEvent.Armed(OPERATION));
        listener.on(new ProtocolEvent.Retried(OPERATION, 1, "changed", Duration.ofMillis(30)));
        listener.on(new ProtocolEvent.Retried(OPERATION, 2, "changed", Duration.ofMillis(10)));

        assertThat(registry.counter("sennit.protocol.events", "event", "armed").count())
                .isEqualTo(1);
        assertThat(registry.counter("sennit.protocol.events", "event", "retried")
                        .count())
                .isEqualTo(2);
        assertThat(registry.timer("sennit.protocol.pauses").totalTime(TimeUnit.MILLISECONDS))
                .isEqualTo(40);
    }
}
