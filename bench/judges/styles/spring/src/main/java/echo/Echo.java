package echo;

import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.context.ServletWebServerInitializedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.web.bind.annotation.CookieValue;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.MatrixVariable;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Answers a parameter as Spring reads it. The path says how it is declared. It listens on a free port, and prints its address. */
@SpringBootApplication
@RestController
public class Echo {
  public record Fields(String a, String b) {}

  public static void main(String[] arguments) {
    SpringApplication.run(
        Echo.class, "--server.address=127.0.0.1", "--server.port=0", "--spring.main.banner-mode=off", "--logging.level.root=error");
  }

  @EventListener
  void started(ServletWebServerInitializedEvent event) {
    System.out.println("http://127.0.0.1:" + event.getWebServer().getPort());
  }

  @GetMapping("/path/text/{value}")
  List<String> pathText(@PathVariable("value") String value) {
    return List.of(value);
  }

  @GetMapping("/path/list/{value}")
  List<String> pathList(@PathVariable("value") List<String> value) {
    return value;
  }

  @GetMapping("/matrix/{path:text}")
  List<String> matrixText(@MatrixVariable("value") String value) {
    return List.of(value);
  }

  @GetMapping("/matrix/{path:list}")
  List<String> matrixList(@MatrixVariable("value") List<String> value) {
    return value;
  }

  @GetMapping("/matrix/{path:object}")
  Map<String, String> matrixObject(@MatrixVariable Map<String, String> value) {
    return value;
  }

  @GetMapping("/query/text")
  List<String> queryText(@RequestParam("value") String value) {
    return List.of(value);
  }

  @GetMapping("/query/list")
  List<String> queryList(@RequestParam("value") List<String> value) {
    return value;
  }

  @GetMapping("/query/object")
  Fields queryObject(@ModelAttribute Fields value) {
    return value;
  }

  @GetMapping("/header/text")
  List<String> headerText(@RequestHeader("value") String value) {
    return List.of(value);
  }

  @GetMapping("/header/list")
  List<String> headerList(@RequestHeader("value") List<String> value) {
    return value;
  }

  @GetMapping("/cookie/text")
  List<String> cookieText(@CookieValue("value") String value) {
    return List.of(value);
  }
}
