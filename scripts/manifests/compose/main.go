// Loads each compose file that is named, as `docker compose` does, and prints its services and the
// environment variables of the services that are named mailstop as one line of JSON.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sort"

	"github.com/compose-spec/compose-go/v2/cli"
)

type summary struct {
	Services []string `json:"services"`
	Env      []string `json:"env"`
}

func main() {
	out := json.NewEncoder(os.Stdout)
	for _, file := range os.Args[1:] {
		found, err := load(file)
		if err != nil {
			fmt.Fprintln(os.Stderr, file+":", err)
			os.Exit(1)
		}
		if err := out.Encode(found); err != nil {
			panic(err)
		}
	}
}

func load(file string) (*summary, error) {
	options, err := cli.NewProjectOptions([]string{file}, cli.WithName("check"), cli.WithOsEnv)
	if err != nil {
		return nil, err
	}
	project, err := options.LoadProject(context.Background())
	if err != nil {
		return nil, err
	}
	found := &summary{project.ServiceNames(), []string{}}
	for name := range project.Services["mailstop"].Environment {
		found.Env = append(found.Env, name)
	}
	sort.Strings(found.Env)
	return found, nil
}
