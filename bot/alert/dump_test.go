package alert
import ("testing";"os";"bufio";"encoding/json";"fmt";"path/filepath")
func TestDump(t *testing.T){
 if os.Getenv("DUMP")=="" {t.Skip()}
 f,_:=os.Open(filepath.Join(shared,"eval","alerts-dev.jsonl")); s:=bufio.NewScanner(f); s.Buffer(nil,1<<20)
 for s.Scan(){ var r struct{ID,Source string; Form string; Payload json.RawMessage; Negative bool; Kind string}
  json.Unmarshal(s.Bytes(),&r); a:=readPayload(t,r.Payload)
  fmt.Printf("## %s want=%s/%v%s got=%s kind=%s status=%s sev=%s fp=%s\nT: %s\n%s\nL: %v\n",r.ID,r.Source,r.Negative,r.Kind,a.Source,a.Kind,a.Status,a.Severity,Fingerprint(a),a.Title,a.Text,a.Labels)
  for _,m:=range a.Members{fmt.Printf("M: %q\n",m)}
 }
 fs,_:=filepath.Glob(filepath.Join(shared,"slack","samples","*","*.json"))
 for _,p:=range fs{ b,_:=os.ReadFile(p); a,err:=ReadAny(b); fmt.Printf("#### %s err=%v src=%s kind=%s status=%s sev=%s\nT: %s\n%s\nL: %v\n",p,err,a.Source,a.Kind,a.Status,a.Severity,a.Title,a.Text,a.Labels)
  for _,m:=range a.Members{fmt.Printf("M: %q\n",m)}
 }
}
