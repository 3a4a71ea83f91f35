{{- /* The pod, the same for a Deployment and for a StatefulSet. */}}
{{- define "mailstop.podTemplate" -}}
metadata:
  labels:
    {{- include "mailstop.labels" . | nindent 4 }}
    {{- with .Values.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with .Values.podAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  serviceAccountName: {{ include "mailstop.fullname" . }}
  # Mailstop asks nothing of the cluster.
  automountServiceAccountToken: false
  enableServiceLinks: false
  terminationGracePeriodSeconds: {{ .Values.terminationGracePeriodSeconds }}
  securityContext:
    {{- toYaml .Values.podSecurityContext | nindent 4 }}
  {{- with .Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: mailstop
      image: {{ printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) | quote }}
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      ports:
        - name: http
          containerPort: 8025
        - name: smtp
          containerPort: 2525
        - name: smtp-starttls
          containerPort: 2587
      env:
        {{- include "mailstop.env" . | nindent 8 }}
      {{- with .Values.secretNames }}
      envFrom:
        {{- range . }}
        - secretRef:
            name: {{ . }}
        {{- end }}
      {{- end }}
      # A first start migrates the store, which takes a while where it is large.
      startupProbe:
        httpGet: { path: /livez, port: http }
        periodSeconds: 2
        failureThreshold: 150
      livenessProbe:
        httpGet: { path: /livez, port: http }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        httpGet: { path: /readyz, port: http }
        periodSeconds: 5
        timeoutSeconds: 3
      securityContext:
        {{- toYaml .Values.securityContext | nindent 8 }}
      resources:
        {{- toYaml .Values.resources | nindent 8 }}
      volumeMounts:
        - name: data
          mountPath: /data
        - name: tmp
          mountPath: /tmp
        {{- if .Values.smtpTls.secretName }}
        - name: smtp-tls
          mountPath: /etc/mailstop/smtp-tls
          readOnly: true
        {{- end }}
  volumes:
    {{- if eq .Values.database.kind "postgres" }}
    # Mail and keys are elsewhere: this holds a self-signed certificate and mail that no relay takes.
    - name: data
      emptyDir: {}
    {{- else if .Values.persistence.existingClaim }}
    - name: data
      persistentVolumeClaim:
        claimName: {{ .Values.persistence.existingClaim }}
    {{- end }}
    - name: tmp
      emptyDir: {}
    {{- with .Values.smtpTls.secretName }}
    - name: smtp-tls
      secret:
        secretName: {{ . }}
        defaultMode: 0440
    {{- end }}
  {{- with .Values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.topologySpreadConstraints }}
  topologySpreadConstraints:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
{{- end }}

{{- define "mailstop.env" -}}
- name: DATA_DIR
  value: /data
- name: PUBLIC_URL
  value: {{ .Values.publicUrl | quote }}
- name: HTTP_PORT
  value: "8025"
- name: SMTP_PORTS
  value: "2525"
- name: SMTP_STARTTLS_PORTS
  value: "2587"
{{- if not (hasKey .Values.env "SMTP_SHOWN_PORTS") }}
- name: SMTP_SHOWN_PORTS
  value: {{ .Values.smtp.service.port | quote }}
- name: SMTP_STARTTLS_SHOWN_PORTS
  value: {{ .Values.smtp.service.starttlsPort | quote }}
{{- end }}
{{- if not (hasKey .Values.env "DRAIN_SECONDS") }}
# After its readiness ends, until the cluster sends nothing new to the pod.
- name: DRAIN_SECONDS
  value: "5"
{{- end }}
{{- if and (eq .Values.smtp.service.type "ClusterIP") (not (hasKey .Values.env "SMTP_HOST")) }}
- name: SMTP_HOST
  value: {{ printf "%s-smtp.%s.svc" (include "mailstop.fullname" .) .Release.Namespace | quote }}
{{- end }}
{{- if eq .Values.database.kind "postgres" }}
{{- range list "DATABASE_URL" "APP_KEY" }}
- name: {{ . }}
  valueFrom:
    secretKeyRef:
      name: {{ $.Values.database.secretName }}
      key: {{ . }}
{{- end }}
{{- end }}
{{- if .Values.serviceMonitor.enabled }}
- name: METRICS_TOKEN
  valueFrom:
    secretKeyRef:
      name: {{ .Values.serviceMonitor.tokenSecretName }}
      key: METRICS_TOKEN
{{- end }}
{{- if .Values.smtpTls.secretName }}
- name: SMTP_TLS_CERT
  value: /etc/mailstop/smtp-tls/tls.crt
- name: SMTP_TLS_KEY
  value: /etc/mailstop/smtp-tls/tls.key
{{- end }}
{{- range $name, $value := .Values.env }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- end }}
