// Reads Kubernetes manifests from standard input into the types of their APIs, and refuses a field
// that a type does not have. Prints kind, name and the environment variables of each as one line of JSON.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"

	monitoring "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	apps "k8s.io/api/apps/v1"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	policy "k8s.io/api/policy/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	gateway "sigs.k8s.io/gateway-api/apis/v1"
	"sigs.k8s.io/yaml"
)

// types has the kinds that the chart makes, by "apiVersion kind".
var types = map[string]func() any{
	"v1 Service":                              func() any { return &core.Service{} },
	"v1 ServiceAccount":                       func() any { return &core.ServiceAccount{} },
	"apps/v1 Deployment":                      func() any { return &apps.Deployment{} },
	"apps/v1 StatefulSet":                     func() any { return &apps.StatefulSet{} },
	"policy/v1 PodDisruptionBudget":           func() any { return &policy.PodDisruptionBudget{} },
	"networking.k8s.io/v1 Ingress":            func() any { return &networking.Ingress{} },
	"networking.k8s.io/v1 NetworkPolicy":      func() any { return &networking.NetworkPolicy{} },
	"gateway.networking.k8s.io/v1 HTTPRoute":  func() any { return &gateway.HTTPRoute{} },
	"monitoring.coreos.com/v1 ServiceMonitor": func() any { return &monitoring.ServiceMonitor{} },
}

type summary struct {
	Kind string   `json:"kind"`
	Name string   `json:"name"`
	Env  []string `json:"env"`
}

func main() {
	documents := utilyaml.NewYAMLReader(bufio.NewReader(os.Stdin))
	out := json.NewEncoder(os.Stdout)
	for {
		document, err := documents.Read()
		if err != nil {
			return
		}
		if len(bytes.TrimSpace(withoutComments(document))) == 0 {
			continue
		}
		found, err := read(document)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if err := out.Encode(found); err != nil {
			panic(err)
		}
	}
}

func withoutComments(document []byte) []byte {
	var kept [][]byte
	for _, line := range bytes.Split(document, []byte("\n")) {
		if !bytes.HasPrefix(line, []byte("#")) && !bytes.Equal(line, []byte("---")) {
			kept = append(kept, line)
		}
	}
	return bytes.Join(kept, []byte("\n"))
}

func read(document []byte) (*summary, error) {
	var head struct {
		meta.TypeMeta `json:",inline"`
		Metadata      meta.ObjectMeta `json:"metadata"`
	}
	if err := yaml.Unmarshal(document, &head); err != nil {
		return nil, err
	}
	create, known := types[head.APIVersion+" "+head.Kind]
	if !known {
		return nil, fmt.Errorf("there is no type for %s %s", head.APIVersion, head.Kind)
	}
	object := create()
	if err := yaml.UnmarshalStrict(document, object); err != nil {
		return nil, fmt.Errorf("%s %s: %w", head.Kind, head.Metadata.Name, err)
	}
	return &summary{head.Kind, head.Metadata.Name, environment(object)}, nil
}

func environment(object any) []string {
	names := []string{}
	var pod core.PodSpec
	switch workload := object.(type) {
	case *apps.Deployment:
		pod = workload.Spec.Template.Spec
	case *apps.StatefulSet:
		pod = workload.Spec.Template.Spec
	}
	for _, container := range pod.Containers {
		for _, variable := range container.Env {
			names = append(names, variable.Name)
		}
	}
	return names
}
