// Package mailstop starts Mailstop for the tests of a package: an inbox of its own, gone with its container.
package mailstop

import (
	"context"
	"fmt"
	"net/http"

	"github.com/testcontainers/testcontainers-go"
	"github.com/testcontainers/testcontainers-go/wait"
)

const (
	httpPort = "8025/tcp"
	smtpPort = "1025/tcp"
)

// Container is a Mailstop that runs.
type Container struct {
	testcontainers.Container
}

// Run starts the image and returns when it is ready. The options change the request, as those of every module do.
func Run(ctx context.Context, image string, options ...testcontainers.ContainerCustomizer) (*Container, error) {
	usual := []testcontainers.ContainerCustomizer{
		testcontainers.WithCmd("--ci"),
		testcontainers.WithExposedPorts(httpPort, smtpPort),
		testcontainers.WithWaitStrategy(
			wait.ForHTTP("/readyz").WithPort(httpPort).WithStatusCodeMatcher(func(status int) bool {
				return status == http.StatusOK
			}),
		),
	}
	started, err := testcontainers.Run(ctx, image, append(usual, options...)...)
	var container *Container
	// A container that started and is not ready has to be ended by the caller.
	if started != nil {
		container = &Container{started}
	}
	if err != nil {
		return container, fmt.Errorf("start mailstop: %w", err)
	}
	return container, nil
}

// URL is the address of the inbox and the API.
func (c *Container) URL(ctx context.Context) (string, error) {
	return c.PortEndpoint(ctx, httpPort, "http")
}

// SMTP is the host and the port that catch mail, as net/smtp takes them.
func (c *Container) SMTP(ctx context.Context) (string, error) {
	return c.PortEndpoint(ctx, smtpPort, "")
}
