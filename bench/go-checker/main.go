// A typical certificate checker in Go: dial, handshake, verify against the given roots. `pnpm bench:tls` compares with it.
package main

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

func check(address, name string, roots *x509.CertPool) error {
	raw, err := net.DialTimeout("tcp", address, 5*time.Second)
	if err != nil {
		return err
	}
	defer raw.Close()
	if err := raw.SetDeadline(time.Now().Add(5 * time.Second)); err != nil {
		return err
	}
	connection := tls.Client(raw, &tls.Config{ServerName: name, RootCAs: roots})
	if err := connection.Handshake(); err != nil {
		return err
	}
	if leaf := connection.ConnectionState().PeerCertificates[0]; time.Now().After(leaf.NotAfter) {
		return fmt.Errorf("%s expired", name)
	}
	return connection.Close()
}

// Usage: go-checker ADDRESS CA-FILE CONCURRENCY < names
func main() {
	address := os.Args[1]
	pem, err := os.ReadFile(os.Args[2])
	if err != nil {
		panic(err)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	concurrency, _ := strconv.Atoi(os.Args[3])
	names := make(chan string)
	var group sync.WaitGroup
	var valid, invalid int64
	for worker := 0; worker < concurrency; worker++ {
		group.Add(1)
		go func() {
			defer group.Done()
			for name := range names {
				if err := check(address, name, roots); err != nil {
					atomic.AddInt64(&invalid, 1)
				} else {
					atomic.AddInt64(&valid, 1)
				}
			}
		}()
	}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		names <- lines.Text()
	}
	close(names)
	group.Wait()
	fmt.Printf("{\"valid\":%d,\"invalid\":%d}\n", valid, invalid)
}
