package dev.weir.operators.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.rpc.RpcService;
import org.apache.flink.runtime.rpc.RpcSystem;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SharedRpcSystemTest {

    private static final Configuration CONFIG = new Configuration();

    private static RpcService service(RpcSystem system) throws Exception {
        return system.localServiceBuilder(CONFIG).createAndStart();
    }

    @Test
    void a_cluster_that_has_closed_its_system_leaves_services_and_classes_to_the_next_one() throws Exception {
        RpcSystem first = RpcSystem.load(CONFIG);
        RpcService service = service(first);
        first.close();
        try (RpcSystem second = RpcSystem.load(CONFIG)) {
            RpcService other = service(second);
            assertThat(other.getClass()).isSameAs(service.getClass());
            assertThat(other).isNotSameAs(service);
            service.closeAsync().get(1, TimeUnit.MINUTES);
            assertThat(other.getScheduledExecutor()
                            .schedule(() -> 7, 0, TimeUnit.SECONDS)
                            .get(1, TimeUnit.MINUTES))
                    .isEqualTo(7);
            other.closeAsync().get(1, TimeUnit.MINUTES);
        }
    }
}
