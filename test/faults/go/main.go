// Depot keeps files, channels, orders and invoices of two accounts in memory. The variable FAULT names the one way in which
// it breaks openapi.yaml; without it, it keeps the document. It serves on the loopback only, and ends by itself.
package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"
)

// The longest life of a process, against those that nobody stops.
const lifetime = 30 * time.Minute

func main() {
	port := 0
	if text := os.Getenv("PORT"); text != "" {
		var err error
		if port, err = strconv.Atoi(text); err != nil {
			fmt.Fprintln(os.Stderr, "PORT is not a number:", text)
			os.Exit(2)
		}
	}
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("http://%s\n", listener.Addr())

	server := &http.Server{Handler: newService(os.Getenv("FAULT")), ReadHeaderTimeout: 10 * time.Second}
	stopped, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	defer stop()
	bounded, cancel := context.WithTimeout(stopped, lifetime)
	defer cancel()
	go func() {
		<-bounded.Done()
		_ = server.Close()
	}()
	if err := server.Serve(listener); err != http.ErrServerClosed {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
